import '../ui/styles.ts'
import { makeQueryClient, mount } from '../ui/app.tsx'
import { Themed } from '../ui/themed.tsx'
import { router } from './router.tsx'

// What belongs to neither product.
mount(router, makeQueryClient(), Themed)
