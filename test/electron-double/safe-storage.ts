/** Keeps secrets as Electron does where the system has a store; a test takes the store away. */
class SafeStorageDouble {
  available = true;
  backend: 'basic_text' | 'gnome_libsecret' | 'kwallet6' | 'unknown' = 'gnome_libsecret';
  reset(): void {
    this.available = true;
    this.backend = 'gnome_libsecret';
  }
  isAsyncEncryptionAvailable(): Promise<boolean> {
    return Promise.resolve(this.available);
  }
  getSelectedStorageBackend(): string {
    return this.backend;
  }
  encryptStringAsync(text: string): Promise<Buffer> {
    if (!this.available) return Promise.reject(new Error('Encryption is not available.'));
    const plain = Buffer.from(`${this.backend}:${text}`);
    return Promise.resolve(Buffer.from(plain.map((byte) => byte ^ 0x5a)));
  }
  decryptStringAsync(
    sealed: Buffer,
  ): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }> {
    const text = Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString();
    const start = `${this.backend}:`;
    if (!this.available || !text.startsWith(start)) {
      return Promise.reject(new Error('Error while decrypting the ciphertext.'));
    }
    return Promise.resolve({ result: text.slice(start.length), shouldReEncrypt: false });
  }
}

export const safeStorage = new SafeStorageDouble();
