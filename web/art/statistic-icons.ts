/** The statistics' pictures, on one sheet: pages refer to them by name, so that no browser script contains them. */
import * as solid from '@fortawesome/free-solid-svg-icons'
import { STATISTIC_ICONS } from '#web/ui/statistic-icon-names.ts'

/** One symbol for each name, filled with the color of the text around it. */
export function statisticIconSheet(): string {
  const symbols = STATISTIC_ICONS.map((name) => {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: on the server only, where nothing is shaken off
    const [width, height, , , path] = solid[name].icon
    const drawn = typeof path === 'string' ? path : path.join(' ')
    return `<symbol id="${name}" viewBox="0 0 ${width} ${height}"><path d="${drawn}"/></symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
