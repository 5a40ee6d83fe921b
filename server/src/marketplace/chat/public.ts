export { roomUpdated } from './events.ts'
export { roomCards } from './kept-cards.ts'
export { deliver, findSent, newMessage } from './message-delivery.ts'
export {
  type OfferReason,
  OfferShown,
  type OfferSide,
  type OfferStatus,
  offerFields,
  offerReasons,
  offerSides,
  offerStatusAt,
  offerStatuses,
  presentShownOffer,
  type StoredOffer,
} from './offer-shown.ts'
export { openRoom } from './opening.ts'
export { personalData } from './personal-data.ts'
export {
  chatBlocked,
  emptyMessage,
  mediaNotReady,
  noSuchChatroom,
  noSuchMessage,
  noSuchUser,
  postNotAvailable,
  roomClosed,
} from './problems.ts'
export {
  appendMessage,
  findRoom,
  findRoomOfPair,
  haveChat,
  insertRoom,
  lockRoom,
  type Meetup,
  type MessageRow,
  markRead,
  pairOf,
  type Room,
  selectMessage,
  settleRequest,
} from './queries.ts'
export { hideChatsOf } from './reclaiming.ts'
export { tellPairsRooms, tellRoomsAbout, tellRoomsOfReturn } from './room-news.ts'
export { MessageRecord, presentMessage } from './shapes.ts'
