/** A text escaped for HTML or SVG, between tags and in attributes alike. */
export const asMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
