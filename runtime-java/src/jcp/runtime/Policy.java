package jcp.runtime;
final class Policy { static Problem refusal(Class<?> t) { return null; } static boolean skipField(java.lang.reflect.Field f) { return f.getDeclaringClass()==Throwable.class && f.getName().equals("backtrace"); } }
