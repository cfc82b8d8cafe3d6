/** Whether the phone has a way to hand text to another app. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Hands text to another app of the customer's choice; choosing none is no failure. */
export async function shareText(content: { title: string; text: string }): Promise<void> {
  try {
    await navigator.share(content);
  } catch {
    // Closed without a choice, or refused by the phone, which has said so itself.
  }
}

/** The browser's own print dialog, which also saves the page as a file. */
export function printPage(): void {
  window.print();
}
