export { haveChat, selectRoomsAbout } from './queries.ts'
