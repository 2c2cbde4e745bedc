/** For a page whose address is its secret: it is not passed to other sites or search engines. */
export const secretHeaders = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})
