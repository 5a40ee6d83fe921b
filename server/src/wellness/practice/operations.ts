export { adminGetExercises } from './admin-get-exercises.ts'
export { getCategoryExercise } from './get-category-exercise.ts'
export { getCategoryExercises } from './get-category-exercises.ts'
export { getSuggestedExercise } from './get-suggested-exercise.ts'
