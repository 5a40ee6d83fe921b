export { getAllUsers } from './get-all-users.ts'
