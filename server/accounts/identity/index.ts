export { dropAuthenticators, endAllSignIns, renewAuthenticators } from './identity-authenticators.ts'
