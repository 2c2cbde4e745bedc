import type { Config } from '#server/platform/config/config.ts'

/** For signed-in people, or made for one of them; search engines find nothing there. */
const PRIVATE = [
  '/api/',
  '/dashboard',
  '/home',
  '/pledges',
  '/create-campaign',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/dev/',
  '/campaigns/*/join',
]
/** Pictures that belong to a link. */
const SHOWN = ['/api/campaigns/*/share.png']

export function robotsText({ isListed, appUrl }: Pick<Config, 'isListed' | 'appUrl'>): string {
  if (!isListed)
    return '# A demo, or cards that charge nobody: not for search engines.\nUser-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    ...SHOWN.map((path) => `Allow: ${path}`),
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}
