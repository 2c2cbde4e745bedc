import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Every URL of the site is in one small manifest: no request to find out what a link is.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
