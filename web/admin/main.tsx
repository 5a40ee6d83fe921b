import '../ui/styles.css'
import { makeQueryClient, mount } from '../ui/app.tsx'
import { router } from './router.tsx'

// What belongs to neither product.
mount(router, makeQueryClient())
