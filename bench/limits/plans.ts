import { clientConfig } from '../../server/src/platform/db/database.ts'

/** The product's session settings, and every statement planned once for each connection. */
export const genericPlans = `${clientConfig('').options} -c plan_cache_mode=force_generic_plan`
