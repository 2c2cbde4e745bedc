/** Storage keys of every queued entry start with this. */
export const PREFIX = 'touchline:'
