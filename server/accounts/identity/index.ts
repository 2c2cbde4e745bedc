export { dropAuthenticators, endAllSignIns, renewAuthenticators } from './authenticators.ts'
