/** A bank's routing number: nine digits of which 3, 7 and 1 times each add up to a multiple of ten (ABA). */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  [...text].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 === 0
