export { dropAuthenticators, endAllSignIns, renewAuthenticators } from './keys.ts'
