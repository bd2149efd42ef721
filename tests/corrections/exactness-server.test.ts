import { testExactness } from './exactness.ts';

testExactness('server');
