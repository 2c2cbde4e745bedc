export { answerInvoice } from './actions.ts'
export { InvoiceNumber } from './routes.ts'
