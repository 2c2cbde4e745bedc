/**
 * Which files the browser's build is made of. A file of a few hundred bytes costs more than it holds: it is compressed
 * on its own, and the route manifest, which every page loads, names it for each route.
 */

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-)?query(-core)?)\//
/** Of our own, what this many routes share: one file instead of dozens of a few hundred bytes. */
const SHARED_BY = 14
/**
 * What opens over a page brings its library along, and the rules of a form bring theirs: both come when they are needed,
 * however many screens have one; with them what only they import: states of an address, links in a name.
 */
const OPENS = 'layer|return|focus|next-focus|dialog|drawer|confirm|menu|popover|select|tooltip|toast-region'
const LATER = `site/download|ui/(${OPENS})[-.]`
const SHARED = new RegExp(
  `icon:fa|/web/(?!pages|root|entry|${LATER})|/domain/(?!schemas/|places/states|links)`,
)
const LOADED_AT_ONCE = new RegExp(`icon:fa|/web/(?!root|entry|${LATER})|/domain/(?!schemas/)`)

const EVERY_PAGE = /\/web\/(root|entry\.client)\.tsx/
const CAMPAIGN_PAGE = /\/web\/pages\/campaigns\/id\/campaign\.tsx/
const GUEST_PLEDGE = /\/web\/pages\/campaigns\/id\/pledge\/guest-pledge\.tsx/
const PLEDGE_CARD = /\/web\/pages\/pledge-card-test\/pledge-card\.tsx/
/** A module of the campaign page that this many pages load, itself among them, is in a file for all of them. */
const PARTS_SHARED_BY = 4

type Graph = {
  getModuleInfo(id: string): { importers: readonly string[]; isEntry: boolean } | null
}

/** The module and all that import it, directly or through others, without those that load it later. */
function importersOf(id: string, graph: Graph): string[] {
  const found = new Set([id])
  for (const one of found)
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return [...found]
}

/** The file of a module that every page, or the campaign page, loads; null leaves it to the bundler. */
function fileOf(id: string, graph: Graph): 'frame' | 'parts' | 'pledging' | 'card' | null {
  if (!LOADED_AT_ONCE.test(id) || CAMPAIGN_PAGE.test(id)) return null
  const importers = importersOf(id, graph)
  const isFor = (page: RegExp) => importers.some((one) => page.test(one))
  if (isFor(EVERY_PAGE)) return 'frame'
  if (!isFor(CAMPAIGN_PAGE)) return null
  const pages = importers.filter((one) => one.includes('/web/pages/') && graph.getModuleInfo(one)?.isEntry)
  if (pages.length >= PARTS_SHARED_BY) return 'parts'
  if (isFor(GUEST_PLEDGE)) return 'pledging'
  if (isFor(PLEDGE_CARD)) return 'card'
  // Shared with a page or two: on its own it would be a file of a few hundred bytes.
  return pages.length > 1 ? 'parts' : null
}

const only = (file: ReturnType<typeof fileOf> & string) => ({
  name: (id: string, graph: Graph) => (fileOf(id, graph) === file ? file : null),
  debugName: file,
})

/** A module is in the first group that takes it, and takes along what it imports. */
export const chunks = [
  { name: 'framework', test: FRAMEWORK },
  only('frame'),
  { name: 'site', test: SHARED, minShareCount: SHARED_BY },
  only('parts'),
  only('pledging'),
  only('card'),
]
