/** Every entry that a device keeps is under this name in its storage. */
export const PREFIX = 'touchline:'
