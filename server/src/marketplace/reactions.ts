import { mailSettled } from '../platform/mail/announcements.ts'
import { type Reaction, when } from '../platform/operation/reactions.ts'
import { accountReclaimed, guestLeft } from './accounts/public.ts'
import { followBoostPayment, followDisputedBoost, settleBoosts } from './boosts/public.ts'
import { categoryMoved } from './categories/public.ts'
import { hideChatsOf, tellPairsRooms, tellRoomsAbout, tellRoomsOfReturn } from './chat/public.ts'
import { followPrice, forgetSavedOf, tellOfReturn } from './collections/public.ts'
import { clearCommentsOf } from './comments/public.ts'
import { endFollows, endFollowsOf } from './connections/public.ts'
import { refilePostsOf } from './filing/jobs.ts'
import { takeBackNews, tellOfNewListing } from './follower-news/public.ts'
import { forgetInvitesOf } from './invites/public.ts'
import { emptyInboxOf, retractBetween, tellPair } from './notifications/public.ts'
import {
  endOffersAbout,
  endOffersBetween,
  endOffersBeyond,
  endOffersInOther,
  endOffersOf,
  endOffersOfSold,
  unitsKept,
} from './offers/public.ts'
import {
  followBankDispute,
  followPayment,
  followRefund,
  holdWhatBanksDispute,
  orderEnded,
  refuseWhatIsPaid,
  refuseWithOrder,
  refuseWithOrders,
} from './orders/public.ts'
import {
  cardRemoved,
  disputeMoved,
  payeeNews,
  paymentMoved,
  refundMoved,
  refuseWithPayments,
} from './payments/public.ts'
import { followPayeeNews, payoutAsked } from './payouts/public.ts'
import { compareWithProvider } from './payouts/report-jobs.ts'
import { accountLeaving, endCopiesOf, eraseForOwner } from './personal-data/public.ts'
import {
  interestShown,
  postBecameVisible,
  postEdited,
  postLeaving,
  postLeft,
  priceChanged,
  removePostsOf,
} from './posts/public.ts'
import { forgetPurchasesOf } from './purchase-tool/public.ts'
import { forgetDealsOf, openOrderDeal, openSaleDeal, withdrawSaleDeals } from './reviews/public.ts'
import { saleChanged, saleChanging, saleUndone, soldHere } from './sales/public.ts'
import { forgetSavedSearchesOf, lookForSearchers } from './saved-searches/public.ts'
import { forgetSearchesOf, forgetWordsOf } from './search/public.ts'
import {
  endSubscriptionOf,
  followDisputedPlan,
  keepCardInUse,
  noteMail,
  settlePlanPayment,
} from './subscriptions/public.ts'
import { blockLifted, forgetSilenceOf, peopleParted } from './users/public.ts'
import { noteInterest } from './views/public.ts'
import { refuseWithBalance, wholeLedgerProved } from './wallet/public.ts'

/** Who of the marketplace reacts to what another noun announces. */
export const reactions: readonly Reaction[] = [
  when(peopleParted, endFollows, endOffersBetween, retractBetween, tellPair, tellPairsRooms),
  when(blockLifted, tellPair, tellPairsRooms),
  when(
    accountReclaimed,
    endOffersOf,
    removePostsOf,
    forgetSavedOf,
    clearCommentsOf,
    forgetDealsOf,
    hideChatsOf,
    forgetSearchesOf,
    forgetSavedSearchesOf,
    forgetInvitesOf,
    forgetPurchasesOf,
    endFollowsOf,
    emptyInboxOf,
    endCopiesOf,
    endSubscriptionOf,
    forgetSilenceOf,
    eraseForOwner,
  ),
  when(accountLeaving, refuseWithOrders, refuseWithPayments, refuseWithBalance, endOffersOf),
  when(cardRemoved, keepCardInUse),
  when(mailSettled, noteMail),
  when(guestLeft, forgetSavedOf),
  when(categoryMoved, refilePostsOf),
  when(priceChanged, endOffersInOther, followPrice, lookForSearchers),
  when(postBecameVisible, tellOfReturn, tellRoomsOfReturn, tellOfNewListing, lookForSearchers, settleBoosts),
  when(postEdited, lookForSearchers),
  when(postLeaving, refuseWithOrder),
  when(postLeft, endOffersAbout, tellRoomsAbout, takeBackNews, forgetWordsOf, settleBoosts),
  when(interestShown, noteInterest),
  when(payeeNews, followPayeeNews),
  when(payoutAsked, holdWhatBanksDispute),
  when(wholeLedgerProved, compareWithProvider),
  when(paymentMoved, followPayment, settlePlanPayment, followBoostPayment),
  when(refundMoved, followRefund),
  when(disputeMoved, followBankDispute, followDisputedPlan, followDisputedBoost),
  when(orderEnded, openOrderDeal),
  when(saleChanging, refuseWhatIsPaid, endOffersBeyond),
  when(saleChanged, endOffersOfSold, tellRoomsAbout, settleBoosts),
  when(soldHere, openSaleDeal),
  when(saleUndone, withdrawSaleDeals),
  when(unitsKept, tellRoomsAbout, settleBoosts),
]
