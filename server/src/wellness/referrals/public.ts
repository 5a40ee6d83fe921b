export { beginReferral, joinByReferral, qualifyByPractice } from './course.ts'
