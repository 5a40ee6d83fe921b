export { appendMessage, haveChat, insertRoom, markSeen, pairOf, selectRoomsAbout } from './queries.ts'
