package jcp.runtime.graph;

import jcp.runtime.jvm.Access;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.program.ProgramLoaders;

/**
 * Makes the objects of one class where their first references are read.
 *
 * <p>A class for each way that is taken often, not a switch: a replay reads its objects while the JVM compiles this code, and what is
 * called through one method with several bodies is compiled in small parts, each once and soon.
 */
public abstract class Maker {
    final Layout layout;
    final Contents contents;

    private Maker(Layout layout, Contents contents) {
        this.layout = layout;
        this.contents = contents;
    }

    static Maker of(Layout layout, Contents contents) {
        if (ClassLoader.class.isAssignableFrom(layout.type)) {
            return new Loader(layout, contents);
        }
        switch (layout.treatment) {
            case PLAIN: return layout.hidden ? new Other(layout, contents) : new Plain(layout, contents);
            case REFERENCES: return new References(layout, contents);
            default: return new Other(layout, contents);
        }
    }

    /** Makes the object with this number from what is read next. */
    public abstract Object make(int number) throws InstantiationException;

    private static final class Plain extends Maker {
        Plain(Layout layout, Contents contents) {
            super(layout, contents);
        }

        @Override
        public Object make(int number) throws InstantiationException {
            Object object = Access.U.allocateInstance(layout.type);
            contents.fields(number, layout, object);
            return object;
        }
    }

    /** A loader may be there already, with its classes. */
    private static final class Loader extends Maker {
        Loader(Layout layout, Contents contents) {
            super(layout, contents);
        }

        @Override
        public Object make(int number) throws InstantiationException {
            Object early = ProgramLoaders.early(number);
            Object object = early == null ? Access.U.allocateInstance(layout.type) : early;
            contents.fields(number, layout, object);
            return object;
        }
    }

    private static final class References extends Maker {
        References(Layout layout, Contents contents) {
            super(layout, contents);
        }

        @Override
        public Object make(int number) {
            return contents.references(number, layout);
        }
    }

    private static final class Other extends Maker {
        Other(Layout layout, Contents contents) {
            super(layout, contents);
        }

        @Override
        public Object make(int number) throws InstantiationException {
            switch (layout.treatment) {
                case STRING: return contents.string(number);
                case CLASS: return contents.classObject();
                case BOX: return contents.box(layout.type);
                case ENUM: return Contents.constant(layout.type, contents.source.text());
                case PRIMITIVES: return contents.primitives(layout);
                default: return hidden(number);
            }
        }

        private Object hidden(int number) throws InstantiationException {
            Object single = LambdaClasses.single(layout.type);
            Object object = single == null ? Access.U.allocateInstance(layout.type) : single;
            contents.fields(number, layout, object);
            return object;
        }
    }
}
