import './planted-circle-b.ts'
