import { testExactness } from './exactness.ts';

testExactness('embedded');
