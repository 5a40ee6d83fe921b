import '../ui/styles.css'
import { mount } from '../ui/app.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'

mount(router, queryClient)
