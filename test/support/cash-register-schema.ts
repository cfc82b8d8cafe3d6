/**
 * The structure of SAF-T Cash Register 1.00, written down from `Norwegian_SAF-T_Cash_Register_Schema_v_1.00.xsd` of
 * the Norwegian Tax Administration (github.com/Skatteetaten/saf-t). The published file names no licence, so it is not
 * in this repository; the variable SAFT_SCHEMA names a copy of it, and then the tests use that one.
 *
 * One element on a line, its children below it: `?` for at most one, `*` for any number, `+` for at least one. A name
 * after it is the type of its text. A line that begins with `=` stands for the lines of that group.
 */
const STRUCTURE = `
auditfile
  header
    fiscalYear String9
    startDate date
    endDate date
    curCode Currencycode
    dateCreated date
    timeCreated time
    softwareDesc String100
    softwareVersion String20
    softwareCompanyName String100
    auditfileVersion Id
    headerComment? String999
    userID? Id
    auditfileSender?
      companyIdent? Id
      companyName String100
      taxRegistrationCountry? Countrycode
      taxRegIdent? String50
      streetAddress*
        = address
      postalAddress*
        streetname? String100
        number? String20
        additionalAddressDetail? String100
        city String50
        postalCode String20
        region? String50
        country? Countrycode
  company
    companyIdent Id
    companyName String100
    taxRegistrationCountry? Countrycode
    taxRegIdent? String50
    streetAddress*
      = address
    postalAddress*
      = postal
    customersSuppliers?
      customerSupplier*
        custSupID Id
        custSupName String100
        custSupType PartyType
        contact? String50
        telephone? String50
        fax? String50
        eMail? token
        website? token
        taxRegistrationCountry? Countrycode
        taxRegIdent? String50
        streetAddress*
          = address
        postalAddress*
          = postal
    generalLedger?
      ledgerAccount*
        accID Id
        accDesc String999
    vatCodeDetails?
      vatCodeDetail*
        vatCode String20
        dateOfEntry date
        vatDesc? String100
        standardVatCode String9
    periods?
      period*
        periodNumber? Integer3
        periodDesc? String50
        startDatePeriod? date
        startTimePeriod? time
        endDatePeriod? date
        endTimePeriod? time
    employees?
      employee*
        empID Id
        dateOfEntry date
        timeOfEntry time
        firstName? String50
        surName String100
        employeeRole*
          roleType String50
          roleTypeDesc? String100
    articles?
      article*
        artID Id
        dateOfEntry date
        artGroupID? Id
        artDesc String999
    basics?
      basic*
        basicType String9
        basicID Id
        predefinedBasicID? String9
        basicDesc String999
    location*
      name? String100
      streetAddress?
        = address
      cashregister*
        registerID String100
        regDesc? String999
        event*
          eventID Id
          eventType Id
          transID? Id
          empID? Id
          eventDate date
          eventTime time
          eventText? String9999
          eventReport?
            reportID Id
            reportType ReportType
            companyIdent Id
            companyName String100
            reportDate date
            reportTime time
            registerID String100
            reportTotalCashSales
              totalCashSaleAmnt Amount2
              = account
            reportArtGroups
              reportArtGroup+
                artGroupID Id
                artGroupNum Amount6
                artGroupAmnt Amount2
                = account
            reportEmpArtGroups?
              reportEmpArtGroup+
                empID Id
                artGroupID Id
                artGroupNum Amount6
                artGroupAmnt Amount2
                = account
            reportPayments
              reportPayment+
                paymentType Id
                paymentNum Integer10
                paymentAmnt Amount2
                = account
            reportEmpPayments?
              reportEmpPayment+
                empID Id
                paymentType Id
                paymentNum Integer10
                paymentAmnt Amount2
                = account
            reportTip?
              tipNum Integer10
              tipAmnt Amount2
              = account
            reportCashSalesVat
              reportCashSaleVat+
                vatCode? String20
                vatPerc Decimal8
                cashSaleAmnt Amount2
                vatAmnt Amount2
                vatAmntTp? Side
                = account
            reportOpeningChangeFloat Amount2
            reportEmpOpeningChangeFloats?
              reportEmpOpeningChangeFloat+
                empID Id
                openingChangeFloatAmnt Amount2
                = account
            reportReceiptNum Integer10
            reportOpenCashBoxNum Integer10
            reportReceiptCopyNum Integer10
            reportReceiptCopyAmnt Amount2
            reportReceiptProformaNum Integer10
            reportReceiptProformaAmnt Amount2
            reportReturnNum Integer10
            reportReturnAmnt Amount2
            reportDiscountNum Integer10
            reportDiscountAmnt Amount2
            reportVoidTransNum Integer10
            reportVoidTransAmnt Amount2
            reportCorrLines
              reportCorrLine+
                corrLineType Id
                corrLineNum Integer10
                corrLineAmnt Amount2
            reportPriceInquiries
              reportPriceInquiry+
                priceInquiryGroup Id
                priceInquiryNum Integer10
                priceInquiryAmnt Amount2
            reportOtherCorrs
              reportOtherCorr+
                otherCorrType Id
                otherCorrNum Integer10
                otherCorrAmnt Amount2
            reportReceiptDeliveryNum Integer10
            reportReceiptDeliveryAmnt Amount2
            reportTrainingNum Integer10
            reportTrainingAmnt Amount2
            reportCreditSales?
              creditSalesNum Integer10
              creditSalesAmnt Amount2
              = account
            reportCreditMemos?
              creditMemosNum Integer10
              creditMemosAmnt Amount2
              = account
            reportPayIns?
              reportPayIn+
                payInType Id
                payInNum Integer10
                payInAmnt Amount2
                = account
            reportPayOuts?
              reportPayOut+
                payOutType Id
                payOutNum Integer10
                payOutAmnt Amount2
                = account
            reportGrandTotalSales Amount2
            reportGrandTotalReturn Amount2
            reportGrandTotalSalesNet Amount2
        cashtransaction*
          nr Id
          transID Id
          transType? Id
          transAmntIn Amount2
          transAmntEx Amount2
          amntTp Side
          empID? Id
          custSupID? Id
          periodNumber? Integer3
          transDate date
          transTime time
          bookDate? date
          bookTime? time
          invoiceID? Id
          refID? String9999
          desc? String9999
          ctLine*
            nr Id
            lineID Id
            lineType Id
            artGroupID? Id
            artID? Id
            qnt? Amount6
            lineAmntIn Amount2
            lineAmntEx Amount2
            amntTp Side
            ppu? Amount6
            costPrice? Amount2
            costID? Id
            costObjID? Id
            projID? Id
            empID? Id
            lineAmntInAccID? Id
            cashTransLineDescr? String9999
            lineDate? date
            lineTime? time
            vat?
              = vat
            savings*
              = savings
            discount*
              = discount
            raise*
              = raise
          vat*
            = vat
          savings*
            = savings
          discount*
            = discount
          raise*
            = raise
          rounding?
            roundingAmnt? Amount2
            accID? Id
          payment*
            paymentType Id
            paidAmnt Amount2
            empID? Id
            curCode? Currencycode
            exchRt? Amount6
            paymentRefID? String999
            accID? Id
          signature String999
          keyVersion String50
          receiptNum? Integer3
          receiptCopyNum? Integer3
          receiptProformaNum? Integer3
          receiptDeliveryNum? Integer3
          voidTransaction? boolean
          trainingID? boolean
`;

const GROUPS: Readonly<Record<string, string>> = {
  address: `
streetname? String100
number? String20
additionalAddressDetails? String100
city? String50
postalCode? String20
region? String50
country? Countrycode`,
  postal: `
streetname? String100
number? String20
additionalAddressDetails? String100
city String50
postalCode String20
region? String50
country? Countrycode`,
  account: `
accID? Id
accDesc? String999`,
  vat: `
vatCode? String20
vatPerc? Decimal8
vatAmnt Amount2
vatAmntTp? Side
vatBasAmnt? Amount2
accID? Id`,
  savings: `
savingsType Id
savingsUnits Integer10
empID? Id
accID? Id`,
  discount: `
dscTp Id
dscAmnt Amount2
empID? Id
accID? Id`,
  raise: `
raiseType Id
raiseAmnt Amount2
empID? Id
accID? Id`,
};

/** The currencies of the published list. */
const CURRENCIES =
  'AED AFA ALL AMD ANG AOA ARS AUD AWG AZM BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN ' +
  'BWP BYR BZD CAD CDF CHF CLP CNY COP CRC CSD CUP CVE CYP CZK DJF DKK DOP DZD EEK EGP ERN ' +
  'ETB EUR FJD FKP GBP GEL GGP GHC GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS IMP INR ' +
  'IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL ' +
  'LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MTL MUR MVR MWK MXN MYR MZM NAD NGN NIO NOK NPR ' +
  'NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR ROL RUR RWF SAR SBD SCR SDD SEK SGD SHP SIT SKK ' +
  'SLL SOS SPL SRD STD SVC SYP SZL THB TJS TMM TND TOP TRL TTD TVD TWD TZS UAH UGX USD UYU ' +
  'UZS VEB VND VUV WST XAF XCD XOF XPF YER ZAR ZMK ZWD ZZZ';

const text = (name: string, facet: string) => simple(name, 'string', facet);
const simple = (name: string, base: string, facets: string) =>
  `<xsd:simpleType name="${name}"><xsd:restriction base="xsd:${base}">${facets}</xsd:restriction></xsd:simpleType>`;
const oneOf = (...values: readonly string[]) =>
  values.map((value) => `<xsd:enumeration value="${value}"/>`).join('');
const decimal = (digits: number, fraction: number) =>
  `<xsd:totalDigits value="${digits}"/><xsd:fractionDigits value="${fraction}"/>`;

const TYPES = [
  ...[9, 20, 50, 100, 999, 9_999].map((length) =>
    text(`String${length}`, `<xsd:maxLength value="${length}"/>`),
  ),
  text('Id', '<xsd:maxLength value="35"/>'),
  text('ReportType', oneOf('Z report', 'X report')),
  text('Side', oneOf('C', 'D')),
  text('Countrycode', '<xsd:pattern value="[A-Z]{2}"/>'),
  text('Currencycode', oneOf(...CURRENCIES.split(' '))),
  text('PartyType', oneOf('Customer', 'Supplier')),
  simple('Amount2', 'decimal', decimal(20, 2)),
  simple('Amount6', 'decimal', decimal(20, 6)),
  simple('Decimal8', 'decimal', `${decimal(8, 3)}<xsd:minInclusive value="0"/>`),
  simple('Integer10', 'nonNegativeInteger', '<xsd:totalDigits value="10"/>'),
  simple('Integer3', 'nonNegativeInteger', '<xsd:totalDigits value="3"/>'),
];

/**
 * A path with the schema's namespace. The published file writes its paths without one, so a strict processor finds
 * nothing by them; here the references are checked.
 */
const inNamespace = (path: string) => path.replaceAll(/[A-Za-z]+/g, 's:$&');

const REGISTER = './company/location/cashregister';
const key = (name: string, selector: string, field: string) =>
  `<xsd:key name="${name}"><xsd:selector xpath="${inNamespace(selector)}"/><xsd:field xpath="${inNamespace(field)}"/></xsd:key>`;
const reference = (name: string, refer: string, selector: string, field: string) =>
  `<xsd:keyref name="${name}" refer="${refer}"><xsd:selector xpath="${inNamespace(`${REGISTER}/${selector}`)}"/><xsd:field xpath="${inNamespace(field)}"/></xsd:keyref>`;

const KEYS = [
  key('basicKey', './company/basics/basic', 'basicID'),
  key('reportKey', `${REGISTER}/event/eventReport`, 'reportID'),
  key('empKey', './company/employees/employee', 'empID'),
  key('artKey', './company/articles/article', 'artID'),
  reference('eventBasic', 'basicKey', 'event', 'eventType'),
  reference('lineBasic', 'basicKey', 'cashtransaction/ctLine', 'lineType'),
  reference('eventEmp', 'empKey', 'event', 'empID'),
  reference('transEmp', 'empKey', 'cashtransaction', 'empID'),
  reference('lineEmp', 'empKey', 'cashtransaction/ctLine', 'empID'),
  reference(
    'groupEmp',
    'empKey',
    'event/eventReport/reportEmpArtGroups/reportEmpArtGroup',
    'empID',
  ),
  reference('lineArt', 'artKey', 'cashtransaction/ctLine', 'artID'),
];

const NAMESPACE = 'urn:StandardAuditFile-Taxation-CashRegister:NO';
const OWN_TYPES = new Set(['date', 'time', 'boolean', 'token']);
const OCCURS: Readonly<Record<string, string>> = {
  '?': ' minOccurs="0"',
  '*': ' minOccurs="0" maxOccurs="unbounded"',
  '+': ' maxOccurs="unbounded"',
};

type Line = { readonly depth: number; readonly words: string };

function linesOf(structure: string, depth = 0): readonly Line[] {
  return structure
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const own = depth + (line.length - line.trimStart().length) / 2;
      const words = line.trim();
      if (!words.startsWith('= ')) return [{ depth: own, words }];
      return linesOf(GROUPS[words.slice(2)] ?? '', own);
    });
}

function elements(lines: readonly Line[], identity = ''): string {
  const depth = lines[0]?.depth ?? 0;
  const starts = lines.flatMap((line, at) => (line.depth === depth ? [at] : []));
  return starts
    .map((at, index) => {
      const [written = '', type] = (lines[at]?.words ?? '').split(' ');
      const mark = /[?*+]$/.exec(written)?.[0] ?? '';
      const name = written.slice(0, written.length - mark.length);
      const opening = `<xsd:element name="${name}"${OCCURS[mark] ?? ''}`;
      if (type !== undefined) {
        return `${opening} type="${OWN_TYPES.has(type) ? `xsd:${type}` : type}"/>`;
      }
      const inside = lines.slice(at + 1, starts[index + 1] ?? lines.length);
      const children = inside.length === 0 ? '' : elements(inside);
      return `${opening}><xsd:complexType><xsd:sequence>${children}</xsd:sequence></xsd:complexType>${identity}</xsd:element>`;
    })
    .join('\n');
}

/** The structure as an XML schema. */
export function cashRegisterSchema(): string {
  const body = elements(linesOf(STRUCTURE), KEYS.join(''));
  return `<?xml version="1.0" encoding="UTF-8"?>
<xsd:schema xmlns="${NAMESPACE}" xmlns:s="${NAMESPACE}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
${body}
${TYPES.join('\n')}
</xsd:schema>`;
}
