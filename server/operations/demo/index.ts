export { databaseForCommand } from './database-for-command.ts'
