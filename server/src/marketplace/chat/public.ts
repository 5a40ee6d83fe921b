export { haveChat } from './queries.ts'
export { tellRoomsAbout } from './room-news.ts'
