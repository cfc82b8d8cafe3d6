/** True if the browser can share text with another app. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Shares text with an app of the customer's choice. Choosing none is not an error. */
export async function shareText(content: { title: string; text: string }): Promise<void> {
  try {
    await navigator.share(content);
  } catch {
    // The customer chose no app, or the phone refused and has shown its own message.
  }
}

/** Opens the browser's print dialog, which can also save the page as a file. */
export function printPage(): void {
  window.print();
}
