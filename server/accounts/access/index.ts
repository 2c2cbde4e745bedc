export { type Access, accessTo, accessWith, demandRepresentative, permissionsOf } from './access.ts'
export { campaignCsv } from './campaign-csv.ts'
