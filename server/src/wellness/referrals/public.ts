export { beginReferral, joinByReferral, qualifyByPractice, reverseByRefund } from './course.ts'
