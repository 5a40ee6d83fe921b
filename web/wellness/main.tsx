import '../ui/styles.ts'
import { mount } from '../ui/app.tsx'
import { Themed } from '../ui/themed.tsx'
// What was kept without a connection goes out whatever page is opened first.
import './practice/delivery.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

mount(router, queryClient, Themed)
