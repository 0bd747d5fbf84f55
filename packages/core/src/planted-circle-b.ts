import './planted-circle-a.ts'
