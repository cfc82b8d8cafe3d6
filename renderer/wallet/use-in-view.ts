import { type RefObject, useEffect, useState } from 'react';

/** Whether an element can be seen above what covers the lower edge of the window, in pixels. */
export function useInView(element: RefObject<HTMLElement | null>, covered: number): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.at(-1)?.isIntersecting !== false),
      { rootMargin: `0px 0px -${covered}px 0px`, threshold: 0.6 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, covered]);
  return seen;
}
