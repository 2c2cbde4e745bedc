import { useSyncExternalStore } from 'react'

const never = () => () => {}
const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The user's time zone. The server does not know it: it renders UTC, and the browser corrects it. */
export const useZone = (): string => useSyncExternalStore(never, localZone, () => 'UTC')
