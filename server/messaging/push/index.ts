export { addDevice, deviceNames, dropPushes, queuePushes, removeDevices, resealPushes } from './devices.ts'
export { readPushKeys } from './keys.ts'
export { sendPushes } from './send.ts'
