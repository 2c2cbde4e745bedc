/** `1234567` as `1,234,567`, without Intl, whose first use is slow. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
