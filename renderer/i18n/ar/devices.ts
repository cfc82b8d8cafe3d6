import type { DeviceWords } from '../en/devices.ts';
import { isolated, plural } from '../language.ts';

export const devicesAr: DeviceWords = {
  drawerShut: (why) => `لم يُفتح درج النقود. ${isolated(why)} افتحه بالمفتاح.`,
  drawerUnsure: 'قد يكون درج النقود مغلقًا: لم تؤكد الطابعة فتحه. انظر إلى الدرج.',
  noPaper: (count, names) =>
    plural('ar', count, {
      one: `إيصال واحد لم يُطبع على ورق: ${isolated(names)}. اطبعه عندما يطلبه العميل.`,
      two: `إيصالان لم يُطبعا على ورق: ${isolated(names)}. اطبعهما عندما يطلبهما العميل.`,
      few: `# إيصالات لم تُطبع على ورق: ${isolated(names)}. اطبعها عندما يطلبها العملاء.`,
      many: `# إيصالًا لم يُطبع على ورق: ${isolated(names)}. اطبعها عندما يطلبها العملاء.`,
      other: `# إيصال لم يُطبع على ورق: ${isolated(names)}. اطبعها عندما يطلبها العملاء.`,
    }),
  sale: (number) => `البيع ${number}`,
  seen: 'رأيت ذلك',
};
