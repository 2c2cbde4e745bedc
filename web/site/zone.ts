import { useSyncExternalStore } from 'react'

const never = () => () => {}
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where the person sits. The server does not know it: what it renders says UTC, and the browser sets it right. */
export const useZone = (): string => useSyncExternalStore(never, localZone, () => 'UTC')
