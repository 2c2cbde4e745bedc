import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const PACKAGE = '@fortawesome/free-solid-svg-icons'
const IMPORT = new RegExp(`import \\{([^}]*)\\} from '${PACKAGE}'`, 'g')
const PREFIX = '\0icon:'
const require = createRequire(import.meta.url)

/**
 * Font Awesome's icons are one module: an icon that one screen draws would travel with every page. Here each is its
 * own module, with what `web/ui/icon.tsx` draws of it: width, height and path.
 */
export const icons = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('icon:') ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(PREFIX)) return
    const name = id.slice(PREFIX.length)
    const { width, height, svgPathData } = require(`${PACKAGE}/${name}`)
    return `export const ${name} = { icon: ${JSON.stringify([width, height, [], '', svgPathData])} }`
  },
  transform(code, id) {
    if (!/\/web\/.*\.tsx?$/.test(id) || !code.includes(PACKAGE)) return
    return code.replace(IMPORT, (_, list: string) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name.startsWith('fa'))
        .map((name) => `import { ${name} } from 'icon:${name}'`)
        .join(';'),
    )
  },
})
