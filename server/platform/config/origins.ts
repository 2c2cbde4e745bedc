/** Which addresses are local to this machine, and which origins are this site. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** True for names and addresses that nothing outside this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  )
}

/** Scheme, host and port, without a path or a slash at the end. */
export const originOf = (url: string): string => new URL(url).origin

/** On loopback the three names of this machine are one site; elsewhere only the configured address. */
export function trustedOriginsOf(appUrl: string): string[] {
  const { protocol, hostname, port } = new URL(appUrl)
  if (!isLoopbackHost(hostname)) return [originOf(appUrl)]
  const names = new Set([hostname, ...LOOPBACK_HOSTS])
  return [...names].map((name) => originOf(`${protocol}//${name}${port ? `:${port}` : ''}`))
}
