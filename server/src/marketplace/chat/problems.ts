import { problem } from '../../platform/operation/problem.ts'

export const noSuchChatroom = problem(404, 'NO_SUCH_CHATROOM', 'There is no such chat.')
export const noSuchMessage = problem(404, 'NO_SUCH_MESSAGE', 'There is no such message.')
export const noSuchRequest = problem(404, 'NO_SUCH_REQUEST', 'There is no such request.')
export const noSuchUser = problem(404, 'NO_SUCH_USER', 'There is no such person.')
export const noSuchPost = problem(404, 'NO_SUCH_POST', 'There is no such listing.')
export const cannotChatSelf = problem(400, 'CANNOT_CHAT_SELF', 'You cannot start a chat with yourself.')
export const notProductParty = problem(
  400,
  'NOT_PRODUCT_PARTY',
  'A chat about a listing has its owner on one side.',
)
export const chatBlocked = problem(403, 'CHAT_BLOCKED', 'One of you blocked the other.')
export const postNotAvailable = problem(
  409,
  'POST_NOT_AVAILABLE',
  'This listing is over; no new chat can start about it.',
)
export const emptyMessage = problem(
  400,
  'EMPTY_MESSAGE',
  'A message needs words, pictures, a proposal to meet or an offer.',
)
export const mediaNotReady = problem(
  400,
  'MEDIA_NOT_READY',
  'A picture is not one of your uploads, or it is not ready yet.',
)
export const messageIsOffer = problem(
  409,
  'MESSAGE_IS_OFFER',
  'An offer is not deleted for both: withdraw it. You can hide it for yourself.',
)
export const roomClosed = problem(409, 'ROOM_CLOSED', 'Nobody is left to read in this chat.')
export const notBlocker = problem(403, 'NOT_BLOCKER', 'Only the person who blocked can lift that.')
export const notSender = problem(
  403,
  'NOT_SENDER',
  'Only its sender can delete a message for both. You can hide it for yourself.',
)
