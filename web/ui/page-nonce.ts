/** The nonce of the page's own style elements (Content-Security-Policy); libraries read it from the same place. */
export const pageNonce = (): string | undefined =>
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__
