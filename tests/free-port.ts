import { freePorts } from '../scripts/ports.mjs'

/** A port that nothing listens on at the moment, and that the system gives to no outgoing connection. */
export const freePort = (): Promise<number> => freePorts(1)
