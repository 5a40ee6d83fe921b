export { appendMessage, haveChat, insertRoom, markSeen, pairOf } from './queries.ts'
export { tellRoomsAbout } from './room-news.ts'
