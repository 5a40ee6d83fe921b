export { adminRunViewSeeder } from './admin-run-view-seeder.ts'
export { getAllPostViews } from './get-all-post-views.ts'
export { recordImpressions } from './record-impressions.ts'
export { recordViews } from './record-views.ts'
