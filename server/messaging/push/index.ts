export { addDevice, deviceNames, dropPushes, queuePushes, removeDevices, resealPushes } from './actions.ts'
export { sendPushes } from './jobs.ts'
export { readPushKeys } from './keys.ts'
