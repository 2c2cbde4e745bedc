export { announce, type WebhookEvent } from './announce.ts'
export { deliverWebhooks, forgetDeliveries } from './deliver.ts'
export { dropEndpoints, resealEndpoints } from './manage.ts'
export { countWebhooks } from './store.ts'
