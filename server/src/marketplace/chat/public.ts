export { roomCards } from './kept-cards.ts'
export { appendMessage, haveChat, insertRoom, markRead, pairOf } from './queries.ts'
export { tellRoomsAbout } from './room-news.ts'
