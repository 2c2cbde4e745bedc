export { createApiKeys } from './api-keys.ts'
