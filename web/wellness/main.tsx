import '../ui/styles.css'
import { mount } from '../ui/app.tsx'
// What was kept without a connection goes out whatever page is opened first.
import './sessions/delivery.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

mount(router, queryClient)
